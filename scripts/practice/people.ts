import type { OrderedPerson } from '#app/models/visitor/person.ts'

/** Returns the next random number, from 0 to below 1. */
export type Roll = () => number

/** Picks one element of `all` at random. */
export function pick<T>(all: readonly [T, ...T[]], roll: Roll): T {
	return all[whole(roll, all.length)] ?? all[0]
}

/** Returns a random whole number from 0 to below `below`. */
export function whole(roll: Roll, below: number): number {
	return Math.floor(roll() * below)
}

type Names = readonly [string, ...string[]]

const mothers: Names = [
	'Sabine',
	'Katrin',
	'Julia',
	'Stefanie',
	'Anna',
	'Melanie',
	'Nicole',
	'Elif',
	'Sandra',
	'Christina',
	'Daniela',
	'Franziska',
	'Magdalena',
	'Aylin',
	'Theresa',
	'Verena',
]
const fathers: Names = [
	'Thomas',
	'Michael',
	'Andreas',
	'Stefan',
	'Markus',
	'Florian',
	'Mehmet',
	'Sebastian',
	'Tobias',
	'Matthias',
	'Johannes',
	'Korbinian',
	'Jürgen',
	'Daniel',
	'Emre',
	'Peter',
]
const families: Names = [
	'Huber',
	'Maier',
	'Müller',
	'Schmid',
	'Bauer',
	'Wagner',
	'Yılmaz',
	'Lechner',
	'Hofmann',
	'Großmann',
	'Reiter',
	'Kowalski',
	'Sedlmeier',
	'Weiß',
	'Brandl',
	'Özdemir',
	'Fischer',
	'Schäfer',
	'Winkler',
	'Eder',
	'Obermüller',
	'Nguyen',
	'Zimmermann',
	'Kraus',
	'von Lindau',
	'Stadler',
	'Popović',
	'Haas',
	'Seidl',
	'Aigner',
	'Richter',
	'Pfeiffer',
]
const children: Names = [
	'Emma',
	'Ben',
	'Mia',
	'Leon',
	'Hannah',
	'Finn',
	'Lina',
	'Paul',
	'Ella',
	'Jonas',
	'Clara',
	'Elias',
	'Leni',
	'Luis',
	'Zoë',
	'Xaver',
	'Mila',
	'Emil',
	'Ada',
	'Matteo',
	'Ida',
	'Noah',
	'Marlene',
	'Kilian',
	'Sophie',
	'Anton',
	'Amira',
	'Jakob',
]
const streets: Names = ['Lindenstraße', 'Bahnhofstraße', 'Am Mühlbach', 'Kirchweg', 'Sonnenhang']
const towns: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
	['85000', 'Sternhausen'],
	['85221', 'Dachau'],
	['80331', 'München'],
	['85354', 'Freising'],
]

/** The words of hosts for the venue about their guests; one party in five has such words. */
const remarks: Names = [
	'Erdnussallergie: bitte ohne Nüsse!',
	'zwei Kinder vegetarisch',
	'ein Kind ohne Gluten',
	'Laktose: bitte Hafermilch',
	'ein Gast im Rollstuhl',
	'kein Schweinefleisch',
]

/** Invents a customer; letters to `.example` reach nobody (RFC 2606). `number` makes the mail address unique. */
export function newPerson(roll: Roll, number: number): OrderedPerson {
	const isMother = roll() < 0.6
	const firstName = pick(isMother ? mothers : fathers, roll)
	const lastName = pick(families, roll)
	const [postcode, city] = pick(towns, roll)
	const hasMobile = roll() < 0.8
	return {
		salutation: isMother ? 'female' : 'male',
		firstName,
		lastName,
		email: `${mailName(firstName)}.${mailName(lastName)}.${number}@uebung.example`,
		phone: null,
		mobile: hasMobile ? `0170 ${String(1_000_000 + number * 7919).slice(0, 7)}` : null,
		dateOfBirth: null,
		street: `${pick(streets, roll)} ${1 + whole(roll, 90)}`,
		supplement: null,
		postcode,
		city,
		country: 'DE',
		organisation: null,
	}
}

/** Invents the child who celebrates: name and age, an age that the product is for ('Emma (7)'). */
export function newChild(roll: Roll, age: { min?: number | undefined; max?: number | undefined }) {
	const youngest = Math.max(4, age.min ?? 4)
	const years = youngest + whole(roll, Math.max(1, Math.min(7, (age.max ?? 12) - youngest)))
	return `${pick(children, roll)} (${years})`
}

/** Returns a host's words for the venue, such as an allergy; null for four parties in five. */
export function newRemark(roll: Roll): string | null {
	return roll() < 0.2 ? pick(remarks, roll) : null
}

export const companies: Names = ['Sternwerk GmbH', 'Praxis Dr. Eder', 'Bauhof Sternhausen']
export const teams: Names = ['E-Jugend TSV Sternhausen', 'Turnmäuse', 'Handball Minis']

function mailName(name: string): string {
	const plain = name.toLowerCase().replaceAll('ß', 'ss').replaceAll('ı', 'i')
	const letters = plain.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue')
	return letters.normalize('NFD').replace(/[^a-z]+/g, '')
}
