import { validationMetadatasToSchemas } from 'class-validator-jsonschema';
import { AppConfig } from '../src/config/app-config.js';
import { type ConfigClass, type KeyFacts, keysOf } from '../src/config/config-key.js';
import { DIRECTORY_OR_MAP, MAP_OF_LISTS } from '../src/config/key-shapes.js';

type Schema = Record<string, unknown>;

/** Forms of the rules that are ours. */
const OWN_RULES = {
  [MAP_OF_LISTS]: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  [DIRECTORY_OR_MAP]: {
    oneOf: [
      { type: 'string', minLength: 1 },
      {
        type: 'object',
        propertyNames: { pattern: '^[^/\\s]+/[^/\\s]+$' },
        additionalProperties: { type: 'string', minLength: 1 },
      },
    ],
  },
} as const;

/** The JSON schema of the configuration, from the classes that validate it. Draft 7, which editors read best. */
export function configSchema(): Schema {
  const rules = validationMetadatasToSchemas({ additionalConverters: OWN_RULES as never });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Configuration of the-loop',
    ...sectionSchema(AppConfig, rules as Record<string, Schema>),
  };
}

/** No key is required, since each has its default; no key is allowed that nobody knows. */
function sectionSchema(type: ConfigClass, rules: Record<string, Schema>): Schema {
  const defaults = new type() as Record<string, unknown>;
  const known = rules[type.name]?.properties as Record<string, Schema>;
  const properties = keysOf(type).map((key) => [
    key.name,
    key.section === null
      ? valueSchema(key, known[key.name] ?? {}, defaults[key.name])
      : { description: key.sentence, ...sectionSchema(key.section, rules) },
  ]);
  return { type: 'object', additionalProperties: false, properties: Object.fromEntries(properties) as Schema };
}

function valueSchema(key: KeyFacts, schema: Schema, fallback: unknown): Schema {
  const form = key.nullable ? { anyOf: [schema, { type: 'null' }] } : schema;
  return { description: key.sentence, default: fallback, ...form };
}
