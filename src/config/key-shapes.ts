import { IsArray, IsBoolean, IsIn, IsInt, IsNotEmpty, IsString, Matches, Max, Min, ValidateBy } from 'class-validator';
import type { KeyShape } from './config-key.js';
import { isPlainObject } from './plain-object.js';

/** Names of the rules of our own; the schema generator knows their form. */
export const MAP_OF_LISTS = 'isMapOfTextLists';
export const DIRECTORY_OR_MAP = 'isDirectoryOrMap';

export const flag: KeyShape = { expected: 'true or false', rules: [IsBoolean()] };

export const text: KeyShape = { expected: 'a text that is not empty', rules: [IsString(), IsNotEmpty()] };

/** A text on one line, which may be empty. */
export const line: KeyShape = { expected: 'a text on one line', rules: [IsString(), Matches(/^[^\r\n]*$/)] };

export const path: KeyShape = { expected: 'a path', rules: [IsString(), IsNotEmpty()], holds: 'path' };

export function wholeNumber(min: number, max: number): KeyShape {
  return { expected: `a whole number from ${min} to ${max}`, rules: [Min(min), Max(max), IsInt()] };
}

export function oneOf(...values: readonly string[]): KeyShape {
  return {
    expected: values.length === 1 ? values[0]! : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`,
    rules: [IsIn(values)],
  };
}

export function matching(pattern: RegExp, expected: string): KeyShape {
  return { expected, rules: [IsString(), Matches(pattern)] };
}

export function listOf(pattern: RegExp, expected: string): KeyShape {
  return {
    expected: `a list of ${expected}`,
    rules: [IsArray(), IsString({ each: true }), Matches(pattern, { each: true })],
  };
}

/** Arguments keep their order and may repeat. */
export const argumentList: KeyShape = {
  expected: 'a list of texts (numbers in quotes)',
  rules: [IsArray(), IsString({ each: true })],
};

export const mapOfLists: KeyShape = {
  expected: 'a map of event names to lists of actions',
  rules: [ValidateBy({ name: MAP_OF_LISTS, validator: { validate: isMapOfLists } })],
};

export const directoryOrMap: KeyShape = {
  expected: 'a directory, or a map of owner/repository to directory',
  rules: [ValidateBy({ name: DIRECTORY_OR_MAP, validator: { validate: isDirectoryOrMap } })],
  holds: 'paths',
};

export function nullable(shape: KeyShape): KeyShape {
  return { ...shape, nullable: true };
}

function isMapOfLists(value: unknown): boolean {
  return (
    isPlainObject(value) &&
    Object.values(value).every((list) => Array.isArray(list) && list.every((item) => typeof item === 'string'))
  );
}

function isDirectoryOrMap(value: unknown): boolean {
  if (isPlainObject(value))
    return Object.entries(value).every(([name, directory]) => /^[^/\s]+\/[^/\s]+$/.test(name) && isFilled(directory));
  return isFilled(value);
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
