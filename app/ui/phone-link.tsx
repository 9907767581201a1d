type PhoneLinkProps = { phone: string; className?: string }

/** A telephone number to tap, kept on one line. */
export function PhoneLink({ phone, className }: PhoneLinkProps) {
	return (
		<a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className={className}>
			{phone.replaceAll(' ', '\u00a0')}
		</a>
	)
}
