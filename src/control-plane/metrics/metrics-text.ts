/** One figure with what it is about; without labels there is one value. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly label?: string;
  readonly values: Iterable<readonly [of: string, value: number]>;
}

/** Figures in the text format of Prometheus, version 0.0.4. All of them are gauges: old rows are removed. */
export function metricsText(metrics: readonly Metric[]): string {
  return metrics
    .flatMap(({ name, help, label, values }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} gauge`,
      ...[...values].map(
        ([of, value]) => `${name}${label === undefined ? '' : `{${label}="${escaped(of)}"}`} ${value}`,
      ),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
