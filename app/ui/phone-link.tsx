type PhoneLinkProps = { phone: string; className?: string }

/** A telephone number to tap, in one piece. */
export function PhoneLink({ phone, className }: PhoneLinkProps) {
	return (
		<a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className={className}>
			{phone.replaceAll(' ', '\u00a0')}
		</a>
	)
}
