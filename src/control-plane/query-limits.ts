import {
  type ASTVisitor,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

export const MAX_TOKENS = 1_000;
export const MAX_DEPTH = 12;
/** Aliases and fields are counted as executed: a fragment counts each time it is spread. */
export const MAX_ALIASES = 30;
export const MAX_FIELDS = 1_000;

interface Weight {
  readonly depth: number;
  readonly aliases: number;
  readonly fields: number;
}

const NOTHING: Weight = { depth: 0, aliases: 0, fields: 0 };

/**
 * How much one operation may ask for. What lies below a field of introspection is not counted: its standard query is
 * fifteen levels deep, and GraphQL's own rule bounds its recursion.
 */
export function limitsRule(context: ValidationContext): ASTVisitor {
  return {
    Document(document) {
      const weigh = weigher(document);
      for (const definition of document.definitions) {
        if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
        for (const sentence of excesses(weigh(definition.selectionSet))) {
          context.reportError(new GraphQLError(sentence, { nodes: definition }));
        }
      }
    },
  };
}

function excesses({ depth, aliases, fields }: Weight): string[] {
  const sentences: string[] = [];
  if (depth > MAX_DEPTH) sentences.push(`The operation is ${depth} levels deep; ${MAX_DEPTH} are allowed`);
  if (aliases > MAX_ALIASES) sentences.push(`The operation has ${aliases} aliases; ${MAX_ALIASES} are allowed`);
  if (fields > MAX_FIELDS) sentences.push(`The operation asks for ${fields} fields; ${MAX_FIELDS} are allowed`);
  return sentences;
}

/** Each fragment is weighed once, however often it is spread; one that spreads itself is another rule's complaint. */
function weigher(document: DocumentNode): (set: SelectionSetNode | undefined) => Weight {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const weights = new Map<string, Weight>();

  const ofFragment = (name: string): Weight => {
    const known = weights.get(name);
    if (known !== undefined) return known;
    weights.set(name, NOTHING);
    const weight = ofSet(fragments.get(name)?.selectionSet);
    weights.set(name, weight);
    return weight;
  };
  const ofSet = (set: SelectionSetNode | undefined): Weight => {
    let sum = NOTHING;
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) sum = plus(sum, ofFragment(selection.name.value));
      else if (selection.kind === Kind.INLINE_FRAGMENT) sum = plus(sum, ofSet(selection.selectionSet));
      else {
        const inner = selection.name.value.startsWith('__') ? NOTHING : ofSet(selection.selectionSet);
        const aliases = inner.aliases + (selection.alias === undefined ? 0 : 1);
        sum = plus(sum, { depth: inner.depth + 1, aliases, fields: inner.fields + 1 });
      }
    }
    return sum;
  };
  return ofSet;
}

function plus(a: Weight, b: Weight): Weight {
  return { depth: Math.max(a.depth, b.depth), aliases: a.aliases + b.aliases, fields: a.fields + b.fields };
}
