import { IsObject, ValidateIf, ValidateNested } from 'class-validator';

export type ConfigClass = new () => object;

/** What a value of a key may look like: in words for people, and as rules of class-validator. */
export interface KeyShape {
  readonly expected: string;
  readonly rules: readonly PropertyDecorator[];
  readonly nullable?: boolean;
  /** `path`: resolved against the directory of start. `paths`: the same for a map of them too. */
  readonly holds?: 'path' | 'paths';
}

/** One key of the configuration, as documentation, schema and loader see it. */
export interface KeyFacts {
  readonly name: string;
  readonly sentence: string;
  readonly expected: string;
  readonly nullable: boolean;
  readonly holds: 'path' | 'paths' | null;
  /** Class of the section below this key; null for a value. */
  readonly section: ConfigClass | null;
}

const FACTS = new Map<object, Map<string, KeyFacts>>();

/** A value of the configuration, with the one sentence that explains it. Its default is the initial value of the property. */
export function Key(sentence: string, shape: KeyShape): PropertyDecorator {
  return (target, property) => {
    for (const rule of shape.rules) rule(target, property);
    if (shape.nullable) ValidateIf((_, value) => value !== null)(target, property);
    remember(target, {
      name: String(property),
      sentence,
      expected: shape.nullable ? `${shape.expected}, or null` : shape.expected,
      nullable: shape.nullable ?? false,
      holds: shape.holds ?? null,
      section: null,
    });
  };
}

/** A group of keys. */
export function Section(sentence: string, type: ConfigClass): PropertyDecorator {
  return (target, property) => {
    IsObject()(target, property);
    ValidateNested()(target, property);
    remember(target, {
      name: String(property),
      sentence,
      expected: 'a map of keys',
      nullable: false,
      holds: null,
      section: type,
    });
  };
}

/** The keys of a section in the order they are written in its class. */
export function keysOf(type: ConfigClass): readonly KeyFacts[] {
  return [...(FACTS.get(type)?.values() ?? [])];
}

export function keyOf(type: ConfigClass, name: string): KeyFacts | undefined {
  return FACTS.get(type)?.get(name);
}

function remember(target: object, facts: KeyFacts): void {
  const keys = FACTS.get(target.constructor) ?? new Map<string, KeyFacts>();
  FACTS.set(target.constructor, keys.set(facts.name, facts));
}
