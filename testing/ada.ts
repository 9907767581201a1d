import type { AccountPerson } from '#app/models/visitor/account.ts'
import type { OrderedPerson } from '#app/models/visitor/person.ts'

/** A customer as an account knows her when she has given her name alone. */
export const adaOfAccount: AccountPerson = {
	salutation: null,
	firstName: 'Ada',
	lastName: 'Lovelace',
	phone: null,
	mobile: null,
	dateOfBirth: null,
	street: null,
	supplement: null,
	postcode: null,
	city: null,
}

/** The same customer with all that an order needs of her. */
export const ada: OrderedPerson = {
	...adaOfAccount,
	email: 'ada@example.org',
	street: 'Sternweg 1',
	postcode: '80331',
	city: 'München',
}
