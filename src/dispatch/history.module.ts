import { Module } from '@nestjs/common';
import { HistoryRetention } from './history.retention.js';
import { HistoryStore } from './history.store.js';
import { RunDirectories } from './run.directories.js';

/** How long the past is kept. */
@Module({ providers: [HistoryRetention, HistoryStore, RunDirectories] })
export class HistoryModule {}
