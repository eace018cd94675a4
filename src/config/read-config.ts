import { validateSync, type ValidationError } from 'class-validator';
import { AppConfig } from './app-config.js';
import { readAliases } from './config-aliases.js';
import { type ConfigClass, keyOf } from './config-key.js';
import { type ConfigProblem, sentenceOf, shown } from './config-problem.js';
import { rulesBroken } from './config-rules.js';
import { warningsOf } from './config-warnings.js';
import { advice } from './known-keys.js';
import { isPlainObject } from './plain-object.js';
import { YamlSource } from './yaml-source.js';

export interface ReadConfig {
  readonly config: AppConfig;
  /** Sentences with their place; a configuration with problems must not be used. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

/** Reads a configuration and reports everything that is wrong with it at once. Nothing is coerced. */
export function readConfig(text: string, file: string): ReadConfig {
  const source = new YamlSource(text);
  const config = new AppConfig();
  if (source.errors.length > 0)
    return { config, problems: source.errors.map((error) => `${file}:${error}`), warnings: [] };

  let plain: unknown;
  try {
    plain = source.value() ?? {};
  } catch (error) {
    return { config, problems: [`${file}:1: ${(error as Error).message}`], warnings: [] };
  }
  if (!isPlainObject(plain))
    return { config, problems: [`${file}:1: found ${shown(plain)}; expected a map of keys`], warnings: [] };

  const place = (path: readonly string[]): string => `${file}:${source.lineOf(path) ?? 1}`;
  const aliases = readAliases(plain);
  const problems = [
    ...fill(config, plain, []),
    ...validateSync(config, { forbidUnknownValues: false }).flatMap((error) => invalid(error)),
  ];
  // Rules about several keys need values they can rely on.
  if (problems.length === 0) problems.push(...rulesBroken(config));
  const warnings = [...aliases, ...(problems.length === 0 ? warningsOf(config) : [])];
  return {
    config,
    problems: problems.map((problem) => `${place(problem.path)}: ${sentenceOf(problem)}`),
    warnings: warnings.map(({ path, remark }) => `${place(path)}: ${path.join('.')}: ${remark}`),
  };
}

/** Puts what was written over the defaults; returns the keys nobody knows. A section without content keeps its defaults. */
function fill(section: object, plain: Record<string, unknown>, at: readonly string[]): ConfigProblem[] {
  const values = section as Record<string, unknown>;
  const type = section.constructor as ConfigClass;
  return Object.entries(plain).flatMap(([name, value]) => {
    const key = keyOf(type, name);
    const path = [...at, name];
    if (key === undefined) return [{ path, found: 'an unknown key', expected: advice(name, type, at) }];
    if (key.section !== null && isPlainObject(value)) return fill(values[name] as object, value, path);
    if (key.section === null || value !== null) values[name] = value;
    return [];
  });
}

function invalid(error: ValidationError, at: readonly string[] = []): ConfigProblem[] {
  const path = [...at, error.property];
  if (error.children !== undefined && error.children.length > 0)
    return error.children.flatMap((child) => invalid(child, path));
  const key = keyOf((error.target as object).constructor as ConfigClass, error.property)!;
  return [{ path, found: shown(error.value), expected: key.expected }];
}
