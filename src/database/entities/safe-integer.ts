import type { ValueTransformer } from 'typeorm';

/** 64-bit columns are numbers on SQLite and strings on PostgreSQL; here they are numbers, exact up to 2^53. */
export const safeInteger: ValueTransformer = {
  to: (value: number | null | undefined) => value,
  from: (value: number | string | null | undefined) => (typeof value === 'string' ? Number(value) : value),
};
