import type { AccountPerson } from '#app/models/visitor/account.ts'
import type { OrderedPerson } from '#app/models/visitor/person.ts'

/** A customer with only the data that a new account has. */
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

/** The customer with all data that an order needs. */
export const ada: OrderedPerson = {
	...adaOfAccount,
	email: 'ada@example.org',
	street: 'Sternweg 1',
	postcode: '80331',
	city: 'München',
}
