import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { databaseOptions, readOptions } from './database.options.js';
import { Transactions } from './database.transactions.js';
import { READ } from './read.token.js';

@Module({})
export class DatabaseModule {
  /** Opens the file for writing and once more for reading; runs the migrations that are missing. */
  static at(file: string): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        TypeOrmModule.forRoot({ ...databaseOptions(file), migrationsRun: true, retryAttempts: 1 }),
        TypeOrmModule.forRootAsync({
          name: READ,
          inject: [DataSource], // injected only so that the file exists first
          useFactory: () => ({ ...readOptions(file), retryAttempts: 1 }),
        }),
      ],
      providers: [Transactions],
      exports: [Transactions],
    };
  }
}
