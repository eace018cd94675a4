import { isAlias, isMap, isScalar, LineCounter, parseDocument, type Document, type Node } from 'yaml';

/** A configuration as it was written: its plain value, and the line of every key. */
export class YamlSource {
  /** Sentences that begin with their line; a source with errors has no value to rely on. */
  readonly errors: readonly string[];
  private readonly lines = new LineCounter();
  private readonly document: Document.Parsed;

  constructor(text: string) {
    this.document = parseDocument(text, { lineCounter: this.lines, prettyErrors: false });
    this.errors = [...this.document.errors, ...this.document.warnings].map(
      (error) => `${this.lines.linePos(error.pos[0]).line}: ${error.message}`,
    );
  }

  /** Throws for aliases that would unfold into something huge. */
  value(): unknown {
    return this.document.toJS();
  }

  /** The line of the deepest key of the path that was really written; undefined when none was. */
  lineOf(path: readonly string[]): number | undefined {
    let node: unknown = this.document.contents;
    let line: number | undefined;
    for (const name of path) {
      const map = isAlias(node) ? node.resolve(this.document) : node;
      if (!isMap(map)) return line;
      const pair = map.items.find((item) => isScalar(item.key) && String(item.key.value) === name);
      if (pair === undefined) return line;
      const start = (pair.key as Node).range?.[0];
      if (start !== undefined) line = this.lines.linePos(start).line;
      node = pair.value;
    }
    return line;
  }
}
