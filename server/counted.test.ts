import { expect, test } from 'vitest'

import { together } from './counted.ts'

const ofOne = (worker: number, answers: number) => `# HELP answers Answers
# TYPE answers counter
answers{route="/",worker="${worker}"} ${answers}
answers{route="/cart",worker="${worker}"} 1

# HELP waiting Pages
# TYPE waiting gauge
waiting{worker="${worker}"} 0
`

test('the lines of several processes for one metric stand together; a process without an answer is left out', () => {
	expect(together([ofOne(0, 7), '', ofOne(1, 8)])).toBe(`# HELP answers Answers
# TYPE answers counter
answers{route="/",worker="0"} 7
answers{route="/cart",worker="0"} 1
answers{route="/",worker="1"} 8
answers{route="/cart",worker="1"} 1

# HELP waiting Pages
# TYPE waiting gauge
waiting{worker="0"} 0
waiting{worker="1"} 0
`)
	expect(together([ofOne(0, 7)])).toBe(ofOne(0, 7))
	expect(together(['', ''])).toBe('')
})
