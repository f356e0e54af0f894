import { productCalls } from '@cotejo/access-contracts';
import { describe, expect, it } from 'vitest';
import { sampleAccount } from './account-samples.fixture.ts';
import { changesOf, faultsOf, rangesOf, valuesOf, type AccountValues } from './account-values.ts';

const row = sampleAccount();
const values = (more: Partial<AccountValues> = {}): AccountValues => ({ ...valuesOf(row), ...more });

describe('what is sent of a changed account', () => {
  it('is nothing where nothing differs', () => {
    expect(changesOf(row, values())).toBeNull();
    expect(changesOf(row, values({ account_name: ' Andina S.A. ', ranges: '\n10.0.0.0/8\n' }))).toBeNull();
    const two = sampleAccount({ addons: ['abi', 'crm'] });
    expect(changesOf(two, { ...valuesOf(two), addons: ['crm', 'abi'] })).toBeNull();
  });

  it.each([
    [{ account_name: 'Andina' }, { account_name: 'Andina' }],
    [{ pkg: 'firmas' }, { pkg: 'firmas' }],
    [{ edition: 'firm' }, { edition: 'firm' }],
    [{ addons: ['abi', 'crm'] }, { addons: ['abi', 'crm'] }],
    [{ addons: [] }, { addons: [] }],
    [{ quota: 10 }, { quota: 10_737_418_240 }],
    [{ quota: '' }, { quota: null }],
    [{ quota: 0 }, { quota: 0 }],
    [{ ranges: '' }, { ranges: [] }],
    [{ ranges: '10.0.0.0/8\n2001:db8::/32' }, { ranges: ['10.0.0.0/8', '2001:db8::/32'] }],
  ] as const)('%j is %j', (more, change) => {
    expect(changesOf(row, values(more))).toEqual(change);
    expect(productCalls.changeAccount.body?.safeParse(change).success).toBe(true);
  });
});

describe('a form of an account', () => {
  it.each([
    [{}, {}],
    [{ account_name: '  ' }, { account_name: 'required' }],
    [{ pkg: '' }, { pkg: 'required' }],
    [{ addons: ['Con espacio'] }, { addons: 'addon' }],
    [{ ranges: '10.0.0.0/8\n300.1.1.1' }, { ranges: 'range' }],
    [{ ranges: '::1, 190.24.0.7' }, {}],
  ])('%j has the faults %j', (more, faults) => {
    expect(faultsOf(values(more))).toEqual(faults);
  });

  it('takes addresses by line, comma or semicolon, each once', () => {
    expect(rangesOf('10.0.0.1,10.0.0.2;\n 10.0.0.1\n\n')).toEqual(['10.0.0.1', '10.0.0.2']);
  });
});
