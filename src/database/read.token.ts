/** Name of the read-only data source: `@InjectDataSource(READ)`. It sees what is committed and nothing else. */
export const READ = 'read';
