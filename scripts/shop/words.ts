import { StartError } from '#app/gateways/start-error.ts'
import { translator } from '#app/i18n/translator.ts'
import type { OrderState } from '#app/models/order/order.ts'
import type { PartyType } from '#app/models/party-types.ts'

// The texts of the operator's commands, in both languages. Refusals have their sentences in `i18n/`.

/** Returns a time in the unit that a person would say; both languages write these the same way. */
function duration(seconds: number): string {
	if (seconds < 120) return `${seconds} s`
	if (seconds < 2 * 60 * 60) return `${Math.round(seconds / 60)} min`
	return `${Math.round(seconds / 60 / 60)} h`
}

const english = {
	t: translator('en-EN'),
	question: 'Go on? (yes/no) ',
	nobodyToAsk: 'Nothing was done: nobody can be asked here. A program says --yes.',
	nothingDone: 'Nothing was done.',
	noOrder: 'There is no order with this number.',
	noneKnownBy: (asked: string) => `No order is known by '${asked}'.`,

	nobodyComes: (day: string) => `Nobody has booked for ${day}.`,
	nothingToPost: 'No gift voucher is to be sent by post.',
	nothingGivenUp: 'Nothing was given up.',
	triedAgain: 'tried again',
	jobsAreDone: (seconds: number) => `Jobs are done: the last one ${duration(seconds)} ago.`,
	nobodyDoesJobs: (seconds: number | null) =>
		seconds === null
			? 'Nobody does the jobs: none was done within two days. One node needs JOBS=1.'
			: `Nobody does the jobs: none was done for ${duration(seconds)}. One node needs JOBS=1.`,
	nothingToDo: 'Nothing is left to do.',
	jobsDue: (count: number, seconds: number) => `${count} due, for ${duration(seconds)} at most`,
	jobsRetrying: (count: number, next: string | null) =>
		next === null ? `${count} tried again now` : `${count} tried again, next at ${next}`,
	jobsParked: (count: number, errors: string) => `${count} given up (${errors})`,
	retryParked: 'When the cause is mended: npm run venue -- retry',

	bookingEnds: (kept: string | null) =>
		kept === null
			? 'This booking ends.'
			: `This booking ends, but ${kept} of what was paid are kept, first of what a voucher paid.`,
	isCancelled: (number: string) =>
		`${number} is cancelled, its places are free, and a mail says so.`,
	goBackAndStay: (back: string, kept: string | null) =>
		kept === null ? `${back} go back.` : `${back} go back, ${kept} do not.`,
	keptOfVoucher: (amount: string) => `${amount} of what the voucher paid are kept.`,
	voucherExpired:
		'The voucher that paid has its amount again, but has expired: the mail asks the customer to contact you. Another one can be added in vouchers.yaml.',
	wasPaidOnSite: (amount: string) => `${amount} were paid at the venue.`,
	givenBackOnSite: 'What was paid at the venue is given back by your till; paid-back notes it.',

	goesBack: (amount: string | null) =>
		`${amount === null ? 'All that was paid online goes' : `${amount} go`} back, and the booking stands.`,
	goBack: (amount: string, number: string) => `${amount} of ${number} go back, and a mail says so.`,
	becomeVoid: 'Its gift vouchers become void.',
	areVoid: (count: number) => `Gift vouchers that are void from now on: ${count}.`,
	wereLeft: (amount: string) => `${amount} were left on them.`,
	moneyGoesBackWith: (command: string) => `Money goes back with: ${command}.`,

	willBeNoted: (amount: string, way: string) =>
		`${amount} by ${way} are noted as paid at the venue.`,
	isNoted: (amount: string, way: string, number: string) =>
		`${amount} by ${way} are noted on ${number}.`,
	leftToPay: (amount: string | null) =>
		amount === null ? 'Nothing is left to pay.' : `${amount} are left to pay.`,
	leftToGiveBack: (amount: string | null) =>
		amount === null ? 'The till has nothing too much.' : `The till has ${amount} too much.`,
	willBeNotedAsBack: (amount: string, way: string) =>
		`${amount} by ${way} are noted as given back by the till.`,
	willBeUnnoted: (receipt: string) => `The note of receipt ${receipt} is taken back.`,
	isUnnoted: (receipt: string, number: string) =>
		`The note of receipt ${receipt} on ${number} is taken back.`,
	willBeWrittenAnew: (recipient: string) =>
		`The papers for another recipient are cancelled and written anew for: ${recipient}.`,
	isWrittenAnew: (number: string) => `The papers of ${number} name the new recipient.`,
	before: 'before',
	becauseOf: (reason: string) => `Reason: ${reason}`,
	linesToChange: 'Its lines, to be changed by their number:',
	nothingDiffers: 'This is how it is booked: nothing differs.',
	backByChange: {
		online: (amount: string) => `${amount} go back online.`,
		voucher: (amount: string) => `${amount} go back to the voucher.`,
		till: (amount: string) => `${amount} are given back by your till; paid-back notes it.`,
	},
	voucherFalls: (why: string) => `The voucher lowers the price no more: ${why}.`,
	isChanged: (number: string, revision: number) =>
		`${number} is changed (revision ${revision}), and a mail says so.`,
	receipt: 'receipt',
	issued: 'Issued',
	ways: { cash: 'cash', card: 'card', voucher: 'voucher' },

	/** Beginnings of lines, nine signs at most. */
	labels: {
		name: 'name',
		party: 'party',
		contact: 'contact',
		booked: 'booked',
		asked: 'asked',
		total: 'total',
		voucher: 'voucher',
		mail: 'mail',
		payment: 'payment',
		refund: 'refund',
		dispute: 'dispute',
		invoice: 'invoice',
	},
	stateOf: (state: OrderState): string => state,
	partyOf: (type: PartyType): string => type,
	noDay: 'no day',
	stillToPay: (amount: string) => `${amount} left to pay`,
	totalOf: (total: string, online: string, onSite: string) =>
		`${total}: online ${online}, on site ${onSite}`,
	ofItLeft: (amount: string) => `of it left to pay ${amount}`,
	voucherPaid: (paid: string, less: string) => `${paid} paid, ${less} less`,
	refundStates: { failed: 'failed', done: 'done', unsent: 'not sent yet', underWay: 'under way' },
	invoiceOf: (day: string) => `of ${day}`,
	letterGivenUp: (name: string) => `${name} was given up, not delivered: npm run venue -- retry`,
	letterTried: (name: string, at: string) => `${name} is not delivered yet, tried next at ${at}`,

	anyTime: 'any time',
	guestsIn: (zone: string) => `Guests in ${zone}, by the half hour:`,
	extrasOfTheDay: 'Extras of the day:',
	contactPerson: 'contact person',
	toPay: 'left to pay',

	validUntil: (day: string) => `valid until ${day}`,
	to: 'to',
	giftParts: { for: 'gift for', from: 'gift from', message: 'gift message' },
}

export type TerminalWords = typeof english

const inGerman = translator('de-DE')

const german: TerminalWords = {
	t: inGerman,
	question: 'Weiter? (ja/nein) ',
	nobodyToAsk:
		'Es ist nichts geschehen: Hier kann niemand gefragt werden. Ein Programm sagt --yes.',
	nothingDone: 'Es ist nichts geschehen.',
	noOrder: 'Eine Bestellung mit dieser Nummer gibt es nicht.',
	noneKnownBy: (asked) => `Zu '${asked}' ist keine Bestellung bekannt.`,

	nobodyComes: (day) => `Für ${day} hat niemand gebucht.`,
	nothingToPost: 'Kein Geschenkgutschein ist mit der Post zu senden.',
	nothingGivenUp: 'Nichts war aufgegeben worden.',
	triedAgain: 'noch einmal versucht',
	jobsAreDone: (seconds) => `Aufgaben werden erledigt: die letzte vor ${duration(seconds)}.`,
	nobodyDoesJobs: (seconds) =>
		seconds === null
			? 'Niemand erledigt die Aufgaben: seit zwei Tagen keine. Ein Knoten braucht JOBS=1.'
			: `Niemand erledigt die Aufgaben: keine seit ${duration(seconds)}. Ein Knoten braucht JOBS=1.`,
	nothingToDo: 'Es ist nichts mehr zu tun.',
	jobsDue: (count, seconds) => `${count} fällig, seit höchstens ${duration(seconds)}`,
	jobsRetrying: (count, next) =>
		next === null
			? `${count} gerade noch einmal versucht`
			: `${count} noch einmal versucht, wieder um ${next}`,
	jobsParked: (count, errors) => `${count} aufgegeben (${errors})`,
	retryParked: 'Wenn die Ursache behoben ist: npm run venue -- retry',

	bookingEnds: (kept) =>
		kept === null
			? 'Diese Buchung wird storniert.'
			: `Diese Buchung wird storniert, und ${kept} des Bezahlten werden einbehalten, zuerst von dem, was ein Gutschein gezahlt hat.`,
	isCancelled: (number) =>
		`${number} ist storniert, die Plätze sind frei, und eine E-Mail geht hinaus.`,
	goBackAndStay: (back, kept) =>
		kept === null ? `${back} gehen zurück.` : `${back} gehen zurück, ${kept} nicht.`,
	keptOfVoucher: (amount) => `${amount} des mit dem Gutschein Bezahlten werden einbehalten.`,
	voucherExpired:
		'Der Gutschein, mit dem bezahlt wurde, hat seinen Betrag wieder, ist aber abgelaufen: Die E-Mail bittet den Kunden, sich zu melden. Ein anderer lässt sich in vouchers.yaml anlegen.',
	wasPaidOnSite: (amount) => `${amount} wurden vor Ort bezahlt.`,
	givenBackOnSite: 'Was vor Ort bezahlt wurde, gibt Ihre Kasse zurück; paid-back trägt es ein.',

	goesBack: (amount) =>
		`${amount === null ? 'Alles online Bezahlte geht' : `${amount} gehen`} zurück, und die Buchung bleibt bestehen.`,
	goBack: (amount, number) => `${amount} von ${number} gehen zurück, und eine E-Mail geht hinaus.`,
	becomeVoid: 'Die Geschenkgutscheine der Bestellung werden entwertet.',
	areVoid: (count) => `Geschenkgutscheine, die ab jetzt entwertet sind: ${count}.`,
	wereLeft: (amount) => `${amount} waren noch auf ihnen.`,
	moneyGoesBackWith: (command) => `Geld geht zurück mit: ${command}.`,

	willBeNoted: (amount, way) => `${amount} ${way} werden als vor Ort bezahlt eingetragen.`,
	isNoted: (amount, way, number) => `${amount} ${way} sind bei ${number} eingetragen.`,
	leftToPay: (amount) =>
		amount === null ? 'Es ist nichts mehr zu zahlen.' : `${amount} sind noch zu zahlen.`,
	leftToGiveBack: (amount) =>
		amount === null ? 'Die Kasse hat nichts zu viel.' : `Die Kasse hat ${amount} zu viel.`,
	willBeNotedAsBack: (amount, way) =>
		`${amount} ${way} werden als von der Kasse zurückgegeben eingetragen.`,
	willBeUnnoted: (receipt) => `Die Eintragung des Belegs ${receipt} wird zurückgenommen.`,
	isUnnoted: (receipt, number) =>
		`Die Eintragung des Belegs ${receipt} bei ${number} ist zurückgenommen.`,
	willBeWrittenAnew: (recipient) =>
		`Die Belege für einen anderen Empfänger werden storniert und neu ausgestellt für: ${recipient}.`,
	isWrittenAnew: (number) => `Die Belege von ${number} nennen den neuen Empfänger.`,
	before: 'bisher',
	becauseOf: (reason) => `Grund: ${reason}`,
	linesToChange: 'Ihre Posten, zu ändern mit ihrer Nummer:',
	nothingDiffers: 'So ist es gebucht: Es ändert sich nichts.',
	backByChange: {
		online: (amount) => `${amount} gehen online zurück.`,
		voucher: (amount) => `${amount} gehen auf den Gutschein zurück.`,
		till: (amount) => `${amount} gibt Ihre Kasse zurück; paid-back trägt es ein.`,
	},
	voucherFalls: (why) => `Der Gutschein senkt den Preis nicht mehr: ${why}.`,
	isChanged: (number, revision) =>
		`${number} ist geändert (Fassung ${revision}), und eine E-Mail sagt es.`,
	receipt: 'Beleg',
	issued: 'Ausgestellt',
	ways: { cash: 'bar', card: 'mit Karte', voucher: 'mit Gutschein' },

	labels: {
		name: 'Name',
		party: 'Feier',
		contact: 'Kontakt',
		booked: 'gebucht',
		asked: 'Angabe',
		total: 'Summe',
		voucher: 'Gutschein',
		mail: 'E-Mail',
		payment: 'Zahlung',
		refund: 'zurück',
		dispute: 'Einspruch',
		invoice: 'Rechnung',
	},
	stateOf: (state) => inGerman(`account.orders.states.${state}`),
	partyOf: (type) => inGerman(`party.types.${type}`),
	noDay: 'ohne Tag',
	stillToPay: (amount) => `noch ${amount} zu zahlen`,
	totalOf: (total, online, onSite) => `${total}: online ${online}, vor Ort ${onSite}`,
	ofItLeft: (amount) => `davon noch ${amount} zu zahlen`,
	voucherPaid: (paid, less) => `${paid} bezahlt, ${less} Nachlass`,
	refundStates: {
		failed: 'gescheitert',
		done: 'erledigt',
		unsent: 'noch nicht abgeschickt',
		underWay: 'unterwegs',
	},
	invoiceOf: (day) => `vom ${day}`,
	letterGivenUp: (name) => `${name} wurde aufgegeben und nicht zugestellt: npm run venue -- retry`,
	letterTried: (name, at) => `${name} ist noch nicht zugestellt, nächster Versuch ${at}`,

	anyTime: 'jederzeit',
	guestsIn: (zone) => `Gäste im Bereich ${zone}, nach halben Stunden:`,
	extrasOfTheDay: 'Extras des Tages:',
	contactPerson: 'Ansprechpartner',
	toPay: 'noch zu zahlen',

	validUntil: (day) => `gültig bis ${day}`,
	to: 'an',
	giftParts: { for: 'Geschenk für', from: 'Geschenk von', message: 'Grußwort' },
}

/**
 * The words of the language that was typed behind `--lang`; English where nothing was.
 * @throws StartError for any other language
 */
export function wordsIn(lang = 'en'): TerminalWords {
	const words = { en: english, de: german }
	if (lang === 'en' || lang === 'de') return words[lang]
	throw new StartError(`--lang is de or en, not '${lang}'.`)
}
