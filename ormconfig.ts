import 'reflect-metadata';
import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DataSource } from 'typeorm';
import { databaseOptions } from './src/database/database.options.js';

/**
 * For the TypeORM command line: `npm run typeorm -- migration:show -d ./dist/ormconfig.js`.
 * The server builds its data sources from the same options. THE_LOOP_DATABASE names another file.
 */
const file = resolve(process.env.THE_LOOP_DATABASE ?? '.the-loop/state/the-loop.sqlite');
mkdirSync(dirname(file), { recursive: true, mode: 0o700 });

export default new DataSource(databaseOptions(file));
