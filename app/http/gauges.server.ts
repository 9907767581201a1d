/** A figure about this process that is read whenever the metrics are asked for. */
export type Gauge = { name: string; help: string; read: () => number }

const gauges: Gauge[] = []

/** Adds a figure to the metrics of this process; called once by the module that knows it. */
export function addGauge(gauge: Gauge): void {
	gauges.push(gauge)
}

export function listGauges(): readonly Gauge[] {
	return gauges
}
