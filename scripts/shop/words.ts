import { StartError } from '#app/gateways/start-error.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import { translator } from '#app/i18n/translator.ts'
import type { OrderState } from '#app/models/order/order.ts'
import type { PartyType } from '#app/models/party-types.ts'
import type { DisputeState, PaymentPurpose, PaymentState } from '#app/models/payment/payment.ts'

// The texts of the operator's commands, in both languages. Refusals have their sentences in `i18n/`.

/** Formats a time in seconds in the unit that a person would say: '90 s', '15 min', '3 h', in both languages. */
function duration(seconds: number): string {
	if (seconds < 120) return `${seconds} s`
	if (seconds < 2 * 60 * 60) return `${Math.round(seconds / 60)} min`
	return `${Math.round(seconds / 60 / 60)} h`
}

const english = {
	locale: 'en-EN' as Locale,
	t: translator('en-EN'),
	question: 'Go on? (yes/no) ',
	nobodyToAsk: 'Nothing was done: nobody can be asked here. A program says --yes.',
	nothingDone: 'Nothing was done.',
	noOrder: 'There is no order with this number.',
	/** The sentences that say what is expected of a part of a command that was mistyped or left out. */
	expected: {
		order: 'The number of the order is expected: 2026-000042.',
		day: 'A day is expected as year, month and day: 2026-12-13.',
		time: 'A time is expected as hours and minutes: 14:00.',
		hours: 'Two times are expected, the later one last: 10:00 15:00.',
		duration: "A duration is expected in minutes, or 'day': 120.",
		price: "A price is expected as 'agreed' or 'today'.",
		guests: 'A number of guests is expected: 9.',
		line: 'The number of a line is expected: 1.',
		pieces: 'Parts are expected with their pieces: 1=9.',
		places: 'A number of places is expected: 60.',
		repeat: "Days are expected as '--every week' or '--every day' with '--last 2027-03-27'.",
		amount: 'An amount is expected in euros and cents: 49.80.',
		way: 'A way to pay is expected: cash, card, or voucher with its code.',
		receipt: 'The number of the receipt of the till is expected last: 4711.',
		reason: "A reason is expected, of 200 characters at most: --reason 'one was ill'.",
	},
	noneKnownBy: (asked: string) => `No order is known by '${asked}'.`,
	thereAreMore: (shown: number) => `There are more than these ${shown}: type more of the name.`,

	listsUntil: (provider: string, at: string) => `${provider} lists money until ${at}.`,
	otherShops: (hosts: string) =>
		`The accounts also have money of other shops, which is left out: ${hosts}. This one is APP_ORIGIN.`,
	pretendProvider:
		'The pretend provider is compared by the running shop alone, each night: without its address nobody else finds it.',
	moneyAgrees: (since: string) => `Money and bookings since ${since} agree.`,
	stillOpen: (count: number) =>
		`Open: ${count}. What you see to otherwise is left with: reconcile --leave ID`,
	bookAgain: '  Make this booking again? (yes/no) ',
	giveBack: '  Give the money back? (yes/no) ',
	isBookedAgain: (number: string) => `Booked again as ${number}, and a mail says so.`,
	isNotedAgain: (number: string) => `Noted for ${number}.`,
	isGivenBack: (amount: string) => `${amount} go back.`,
	noFinding: 'Nothing is open under this id.',
	isLeft: (about: string) => `${about} is left as it is.`,
	findings: {
		moneyWithoutBooking: 'money without a booking',
		referenceTwice: 'money without a booking, under a number that was given twice',
		bookingWithoutMoney: 'a booking without its money',
		refundUnknown: 'money that went back and is not noted',
	},

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
	feeByTerms: (amount: string, typed: string) =>
		`The accepted terms keep ${amount} by now: --keep ${typed}.`,
	noFeeByTerms: 'The accepted terms leave the fee to the venue.',
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
	refusedSince: (amount: string, since: string, hasFailed: boolean) =>
		`${amount}, ordered ${since}: ${hasFailed ? 'it failed' : 'the provider refused it'}`,
	willBeRefunded: (amount: string, reason: string) =>
		`${amount} are noted as paid back by you, and the provider sends nothing: ${reason}.`,
	isRefunded: (amount: string, number: string) =>
		`${amount} of ${number} are noted as paid back in another way.`,
	willBePractice: (day: string) =>
		`This shop becomes one to practise with, for good: invented bookings of the month around ${day} are put in.`,
	isFilled: (rows: string) => `The month is there: ${rows}.`,

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
	partsToChange: 'Its parts, to be changed by their name:',
	noSuchPart: (names: readonly string[]) =>
		`Nothing was done: the booking has no part ${names.map((it) => `'${it}'`).join(', ')}. It has:`,
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

	/** The beginnings of the lines of an order, nine signs at most. */
	labels: {
		name: 'name',
		party: 'party',
		contact: 'contact',
		booked: 'booked',
		asked: 'asked',
		total: 'total',
		voucher: 'voucher',
		mail: 'mail',
		note: 'note',
		payment: 'payment',
		refund: 'refund',
		dispute: 'dispute',
		invoice: 'invoice',
	},
	stateOf: (state: OrderState): string => (state === 'expired' ? 'not paid' : state),
	partyOf: (type: PartyType): string => type,
	noDay: 'no day',
	stillToPay: (amount: string) => `${amount} left to pay`,
	totalOf: (total: string, online: string, onSite: string) =>
		`${total}: online ${online}, on site ${onSite}`,
	ofItLeft: (amount: string) => `of it left to pay ${amount}`,
	voucherPaid: (paid: string, less: string) => `${paid} paid, ${less} less`,
	placed: 'booked',
	/** Returns the text of the event of a sent letter, such as 'mailed confirmation'. */
	mailed: (event: string) => event,
	purposes: { order: '', rest: 'rest ', change: 'change ' } satisfies Record<
		PaymentPurpose,
		string
	>,
	paymentStates: {
		created: 'prepared',
		started: 'begun',
		paid: 'paid',
		cancelled: 'broken off',
		declined: 'declined',
		expired: 'expired',
		needsReview: 'unclear',
	} satisfies Record<PaymentState, string>,
	disputeStates: { open: 'open', won: 'won', lost: 'lost' } satisfies Record<DisputeState, string>,
	refundStates: { failed: 'failed', done: 'done', unsent: 'not sent yet', underWay: 'under way' },
	invoiceOf: (day: string) => `of ${day}`,
	letterGivenUp: (name: string) => `${name} was given up, not delivered: npm run venue -- retry`,
	letterTried: (name: string, at: string) => `${name} is not delivered yet, tried next at ${at}`,

	anyTime: 'any time',
	guestsIn: (zone: string) => `Guests in ${zone}, by the half hour:`,
	extrasOfTheDay: 'Extras of the day:',
	contactPerson: 'contact person',
	toPay: 'left to pay',

	noBlocks: (day: string) => `Nothing is blocked from ${day} on.`,
	isBlocked: (room: string, time: string) => `${room} is blocked, ${time}.`,
	comesAgain: (days: number, last: string) => `It comes again until ${last}: ${days} days in all.`,
	isLifted: (room: string, time: string) => `${room} is free again, ${time}.`,
	wholeRoom: 'all of it',
	placesOf: (units: number) => `${units} places`,
	stillFree: (times: string) => `Free: ${times}.`,
	nobodyConcerned: 'No booking is concerned.',
	concerned: (count: number) => `Bookings that this concerns: ${count}`,
	fates: { leave: 'stays', move: 'gets a link to move', cancel: 'is cancelled, all back' },
	isBeingPaid: 'is being paid',
	isBeingMoved: 'its move to this day is being paid',
	paidOnline: (amount: string) => `${amount} paid`,
	heldByCarts: (count: number) => `Carts that hold places and cannot order them any more: ${count}`,
	dayCloses: (day: string, hours: string | null) =>
		hours === null ? `${day} closes.` : `${day} opens ${hours}, and at no other time.`,
	dayIsClosed: (day: string, hours: string | null) =>
		hours === null ? `${day} is closed.` : `${day} opens ${hours}.`,
	filesCount: (day: string) => `The hours of the files count for ${day} again.`,

	validUntil: (day: string) => `valid until ${day}`,
	to: 'to',
	giftParts: { for: 'gift for', from: 'gift from', message: 'gift message' },
}

export type TerminalWords = typeof english

const inGerman = translator('de-DE')

const german: TerminalWords = {
	locale: 'de-DE',
	t: inGerman,
	question: 'Weiter? (ja/nein) ',
	nobodyToAsk:
		'Es ist nichts geschehen: Hier kann niemand gefragt werden. Ein Programm sagt --yes.',
	nothingDone: 'Es ist nichts geschehen.',
	noOrder: 'Eine Bestellung mit dieser Nummer gibt es nicht.',
	expected: {
		order: 'Erwartet wird die Nummer der Bestellung: 2026-000042.',
		day: 'Erwartet wird ein Tag als Jahr, Monat und Tag: 2026-12-13.',
		time: 'Erwartet wird eine Uhrzeit mit Stunden und Minuten: 14:00.',
		hours: 'Erwartet werden zwei Uhrzeiten, die spätere zuletzt: 10:00 15:00.',
		duration: "Erwartet wird eine Dauer in Minuten, oder 'day' für den ganzen Tag: 120.",
		price: "Erwartet wird ein Preis: 'agreed' (der vereinbarte) oder 'today' (der von heute).",
		guests: 'Erwartet wird eine Zahl von Gästen: 9.',
		line: 'Erwartet wird die Nummer eines Postens: 1.',
		pieces: 'Erwartet werden Teile mit ihrer Stückzahl: 1=9.',
		places: 'Erwartet wird eine Zahl von Plätzen: 60.',
		repeat: "Erwartet werden Tage als '--every week' oder '--every day' mit '--last 2027-03-27'.",
		amount: 'Erwartet wird ein Betrag in Euro und Cent: 49.80.',
		way: 'Erwartet wird eine Zahlungsart: cash (bar), card (Karte) oder voucher (Gutschein) mit Code.',
		receipt: 'Erwartet wird zuletzt die Nummer des Kassenbelegs: 4711.',
		reason: "Erwartet wird ein Grund mit höchstens 200 Zeichen: --reason 'einer war krank'.",
	},
	noneKnownBy: (asked) => `Zu '${asked}' ist keine Bestellung bekannt.`,
	thereAreMore: (shown) => `Es gibt mehr als diese ${shown}: Bitte mehr vom Namen tippen.`,

	listsUntil: (provider, at) => `${provider} zeigt Geld bis ${at}.`,
	otherShops: (hosts) =>
		`Auf den Konten liegt auch Geld anderer Shops, das hier nicht zählt: ${hosts}. Dieser Shop ist APP_ORIGIN.`,
	pretendProvider:
		'Den Zahlungsdienst zum Ausprobieren fragt nur der laufende Shop, jede Nacht: Ohne seine Adresse findet ihn sonst niemand.',
	moneyAgrees: (since) => `Geld und Buchungen seit ${since} stimmen überein.`,
	stillOpen: (count) => `Offen: ${count}. Was anders geklärt ist, bleibt mit: reconcile --leave ID`,
	bookAgain: '  Diese Buchung wieder anlegen? (ja/nein) ',
	giveBack: '  Das Geld zurückgeben? (ja/nein) ',
	isBookedAgain: (number) => `Wieder gebucht als ${number}, und eine E-Mail geht hinaus.`,
	isNotedAgain: (number) => `Bei ${number} eingetragen.`,
	isGivenBack: (amount) => `${amount} gehen zurück.`,
	noFinding: 'Unter dieser Kennung ist nichts offen.',
	isLeft: (about) => `${about} bleibt, wie es ist.`,
	findings: {
		moneyWithoutBooking: 'Geld ohne Buchung',
		referenceTwice: 'Geld ohne Buchung, unter einer zweimal vergebenen Nummer',
		bookingWithoutMoney: 'eine Buchung ohne ihr Geld',
		refundUnknown: 'Geld, das zurückging und nicht eingetragen ist',
	},

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
	feeByTerms: (amount, typed) =>
		`Nach den angenommenen Bedingungen bleiben jetzt ${amount} einbehalten: --keep ${typed}.`,
	noFeeByTerms: 'Die angenommenen Bedingungen überlassen die Gebühr dem Haus.',
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
	refusedSince: (amount, since, hasFailed) =>
		`${amount}, angeordnet ${since}: ${hasFailed ? 'sie scheiterte' : 'der Zahlungsdienst lehnte sie ab'}`,
	willBeRefunded: (amount, reason) =>
		`${amount} werden als von Ihnen zurückgezahlt eingetragen, und der Zahlungsdienst schickt nichts: ${reason}.`,
	isRefunded: (amount, number) =>
		`${amount} von ${number} sind als auf anderem Weg zurückgezahlt eingetragen.`,
	willBePractice: (day) =>
		`Dieser Shop wird auf Dauer einer zum Üben: Erfundene Buchungen des Monats um ${day} kommen hinein.`,
	isFilled: (rows) => `Der Monat ist da: ${rows}.`,

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
	partsToChange: 'Ihre Teile, zu ändern mit ihrem Namen:',
	noSuchPart: (names) =>
		`Es ist nichts geschehen: Die Buchung hat keinen Teil ${names.map((it) => `'${it}'`).join(', ')}. Sie hat:`,
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
		note: 'Notiz',
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
	placed: 'gebucht',
	mailed: (event) => event.replace(/^mailed /, 'E-Mail zugestellt: '),
	purposes: { order: '', rest: 'Rest ', change: 'Änderung ' },
	paymentStates: {
		created: 'vorbereitet',
		started: 'begonnen',
		paid: 'bezahlt',
		cancelled: 'abgebrochen',
		declined: 'abgelehnt',
		expired: 'abgelaufen',
		needsReview: 'ungeklärt',
	},
	disputeStates: { open: 'offen', won: 'gewonnen', lost: 'verloren' },
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

	noBlocks: (day) => `Ab ${day} ist nichts gesperrt.`,
	isBlocked: (room, time) => `${room} ist gesperrt, ${time}.`,
	comesAgain: (days, last) => `Das wiederholt sich bis ${last}: ${days} Tage im Ganzen.`,
	isLifted: (room, time) => `${room} ist wieder frei, ${time}.`,
	wholeRoom: 'alles',
	placesOf: (units) => `${units} Plätze`,
	stillFree: (times) => `Frei: ${times}.`,
	nobodyConcerned: 'Es trifft keine Buchung.',
	concerned: (count) => `Buchungen, die es trifft: ${count}`,
	fates: {
		leave: 'bleibt',
		move: 'bekommt den Link zum Umbuchen',
		cancel: 'wird abgesagt, alles zurück',
	},
	isBeingPaid: 'wird gerade bezahlt',
	isBeingMoved: 'der Umzug auf diesen Tag wird gerade bezahlt',
	paidOnline: (amount) => `${amount} bezahlt`,
	heldByCarts: (count) => `Warenkörbe, die Plätze halten und nicht mehr bestellen können: ${count}`,
	dayCloses: (day, hours) =>
		hours === null ? `${day} wird geschlossen.` : `${day} ist ${hours} geöffnet und sonst nicht.`,
	dayIsClosed: (day, hours) =>
		hours === null ? `${day} ist geschlossen.` : `${day} ist ${hours} geöffnet.`,
	filesCount: (day) => `Für ${day} gelten wieder die Zeiten der Dateien.`,

	validUntil: (day) => `gültig bis ${day}`,
	to: 'an',
	giftParts: { for: 'Geschenk für', from: 'Geschenk von', message: 'Grußwort' },
}

/**
 * Returns the texts of the operator's commands in the language that was typed behind `--lang`; English where none was.
 * @throws StartError for any other language
 */
export function wordsIn(lang = 'en'): TerminalWords {
	const words = { en: english, de: german }
	if (lang === 'en' || lang === 'de') return words[lang]
	throw new StartError(`--lang is de or en, not '${lang}'.`)
}
