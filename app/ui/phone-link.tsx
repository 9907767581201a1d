type PhoneLinkProps = { phone: string; className?: string }

/** A link that calls a telephone number, whose digits stay on one line. */
export function PhoneLink({ phone, className }: PhoneLinkProps) {
	return (
		<a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className={className}>
			{phone.replaceAll(' ', '\u00a0')}
		</a>
	)
}
