import { validateSync } from 'class-validator';
import { AppConfig } from './app-config.js';

describe('the configuration', () => {
  test('its defaults are valid', () => {
    expect(validateSync(new AppConfig(), { whitelist: true, forbidNonWhitelisted: true })).toEqual([]);
  });

  test('two configurations share nothing', () => {
    const one = new AppConfig();
    one.webhooks.ghWebhook.events.push('push');
    expect(new AppConfig().webhooks.ghWebhook.events).not.toContain('push');
  });
});
