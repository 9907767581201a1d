import { readFileSync } from 'node:fs'

/** Words of Prometheus' language that stand where a metric could. */
const WORDS = new Set(
	'sum max min count by without and or rate increase histogram_quantile le'.split(' '),
)

/** Lists the metrics that an expression of Prometheus reads. */
export function metricsNamed(expression: string): string[] {
	const bare = expression
		.replaceAll(/\{[^}]*\}/g, '')
		.replaceAll(/\[[^\]]*\]/g, '')
		.replaceAll(/\b(by|without) \([^)]*\)/g, '')
	const named = [...bare.matchAll(/[a-z_]\w*/gi)].flatMap(([word]) => word)
	return [...new Set(named.filter((word) => !WORDS.has(word)))]
}

/** Lists the metrics that alerts and dashboard read, without those of Prometheus itself (`up`). */
export function watchedMetrics(): string[] {
	const alerts = readFileSync('deploy/prometheus/alerts.yml', 'utf8')
	const dashboard = readFileSync('deploy/grafana/raumzeit.json', 'utf8')
	const expressions = [
		...[...alerts.matchAll(/^ +expr: (.+)$/gm)].map(([, expression]) => expression),
		...[...dashboard.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, text]) =>
			String(JSON.parse(text ?? '""')),
		),
	]
	const metrics = new Set(expressions.flatMap((expression) => metricsNamed(expression ?? '')))
	metrics.delete('up')
	return [...metrics]
}
