import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import type { Call } from '#desk/routes/new/call-view.server.ts'
import * as own from '#desk/routes/new/new.css.ts'
import { Stepper } from '#desk/routes/new/stepper.tsx'
import type { Complaints } from '#desk/ui/complaints.ts'
import { FieldError, refusedField } from '#desk/ui/field-error.tsx'
import * as fields from '#desk/ui/form.css.ts'
import * as panels from '#desk/ui/panel.css.ts'
import { Panel } from '#desk/ui/panel.tsx'
import * as words from '#desk/ui/words.css.ts'

/** The complaints about a refused form and its fields as they were typed, both by the name of the field. */
type NumbersProps = { at: Complaints['at']; typed: Readonly<Record<string, string>> }
type FoodProps = NumbersProps & { call: Call }

/** The food, drinks and extras of a call, with the questions of the chosen products. */
export function CallFood({ call: { groups, extras, asks }, at, typed }: FoodProps) {
	const { t } = useDeskI18n()
	return (
		<Panel heading={t('phone.food')}>
			<Groups groups={groups} at={at} typed={typed} />
			<Extras extras={extras} at={at} typed={typed} />
			{asks.map(({ id, label, value, max }) => (
				<div key={id} className={fields.field}>
					<label htmlFor={`a-${id}`} className={fields.label}>
						{label}
					</label>
					<input
						id={`a-${id}`}
						name={`a.${id}`}
						defaultValue={value}
						maxLength={max}
						autoComplete="off"
						className={fields.control}
						{...refusedField(`a-${id}`, at[`a.${id}`])}
					/>
					<FieldError id={`a-${id}`} error={at[`a.${id}`]} />
				</div>
			))}
		</Panel>
	)
}

function Groups({ groups, at, typed }: NumbersProps & Pick<Call, 'groups'>) {
	const { t } = useDeskI18n()
	return (
		<>
			{groups.map(({ id, title, isChoice, items, missing }) => (
				<fieldset key={id} className={panels.stack}>
					<legend className={fields.label}>
						{title}{' '}
						{isAsTyped({ id, items }, typed) &&
							missing.map((word) => (
								<span key={word} className={words.tag.warning}>
									{word}
								</span>
							))}
					</legend>
					{isChoice ? (
						<div className={fields.picks}>
							{items.map((item) => (
								<label key={item.id} className={fields.pick}>
									<input
										type="radio"
										name={`pick.${id}`}
										value={item.id}
										defaultChecked={(typed[`pick.${id}`] ?? takenOf(items)) === item.id}
									/>
									<span>{item.name}</span>
								</label>
							))}
						</div>
					) : (
						<div className={own.numbers}>
							{items.map((item) => (
								<Stepper
									key={item.id}
									name={`n.${item.id}`}
									label={item.name}
									value={typed[`n.${item.id}`] ?? item.quantity}
									error={at[`n.${item.id}`]}
									note={item.included > 0 ? t('phone.included', { count: item.included }) : null}
								/>
							))}
						</div>
					)}
				</fieldset>
			))}
		</>
	)
}

type Group = Call['groups'][number]

/**
 * True when a group was typed as the call holds it. The warnings of the group, which are about what the call holds, are
 * shown only then.
 */
function isAsTyped({ id, items }: Pick<Group, 'id' | 'items'>, typed: NumbersProps['typed']) {
	const pick = typed[`pick.${id}`]
	const isPicked = pick === undefined || pick === takenOf(items)
	return (
		isPicked &&
		items.every(({ id, quantity }) => (typed[`n.${id}`] ?? `${quantity}`) === `${quantity}`)
	)
}

/** Returns the id of the chosen product of a group with one choice; undefined where none is chosen. */
function takenOf(items: Group['items']): string | undefined {
	return items.find(({ quantity }) => quantity > 0)?.id
}

/** All extras of a call, folded; unfolded when one is taken or refused, so that neither is hidden. */
function Extras({ extras, at, typed }: NumbersProps & Pick<Call, 'extras'>) {
	const { t } = useDeskI18n()
	const shown = extras.map((extra) => {
		const field = `n.${extra.id}`
		return { ...extra, field, quantity: typed[field] ?? extra.quantity, error: at[field] }
	})
	const chosen = shown.filter(({ quantity, error }) => error || String(quantity) !== '0')
	return (
		<details className={panels.fold} open={chosen.length > 0}>
			<summary>
				{t('phone.extras')} <small>{chosen.map(({ name }) => name).join(', ')}</small>
			</summary>
			<div>
				<div className={own.numbers}>
					{shown.map(({ id, field, name, price, quantity, error }) => (
						<Stepper
							key={id}
							name={field}
							label={name}
							value={quantity}
							note={price}
							error={error}
						/>
					))}
				</div>
			</div>
		</details>
	)
}
