import type { RiskProfile } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { textOf, withText } from './risk-profile.tsx';

const profile: RiskProfile = {
  general: 'Fraude',
  specific: ['Uno', 'Dos'],
  factors: [],
  objectives: ['Meta'],
};

describe('the profile of a risk as text', () => {
  it('a line for each phrase, and back', () => {
    expect(textOf(profile, 'specific')).toBe('Uno\nDos');
    expect(textOf(profile, 'factors')).toBe('');
    expect(withText(profile, 'specific', ' Uno \n\n Tres ')).toEqual({
      ...profile,
      specific: ['Uno', 'Tres'],
    });
  });

  it('the general risk is one phrase, or none', () => {
    expect(textOf(profile, 'general')).toBe('Fraude');
    expect(withText(profile, 'general', 'Fraude\nexterno').general).toBe('Fraude externo');
    expect(withText(profile, 'general', '  ').general).toBeNull();
  });
});
