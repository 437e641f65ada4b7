const NAMES: Readonly<Record<string, string>> = { ON_DEMAND: 'On demand', PLUS: 'Plus (scheduled)' };

export function platformName(platform: string): string {
  return NAMES[platform] ?? platform;
}
