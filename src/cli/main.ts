#!/usr/bin/env node
import { runCli } from './cli.runner.js';
import { processTerminal } from './process.terminal.js';

process.exitCode = await runCli(process.argv.slice(2), processTerminal(), {
  cwd: process.cwd(),
  env: process.env,
  home: process.env['HOME'] ?? process.getBuiltinModule('node:os').homedir(),
});
