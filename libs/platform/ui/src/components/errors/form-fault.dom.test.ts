import { describe, expect, it } from 'vitest';
import { formFault } from './form-fault.ts';

describe('what is wrong with a form', () => {
  it.each([
    ['nothing', '<input value="">', null],
    ['a field is empty', '<input aria-invalid="true" value=" ">', 'pending'],
    ['a field has something wrong', '<textarea aria-invalid="true">x</textarea>', 'wrong'],
    ['a tick is missing', '<input type="checkbox" aria-invalid="true">', 'pending'],
    ['a tick is refused', '<input type="checkbox" checked aria-invalid="true">', 'wrong'],
    ['both', '<input aria-invalid="true" value="x"><input aria-invalid="true">', 'pending'],
  ])('%s', (_, fields, fault) => {
    const form = document.createElement('form');
    form.innerHTML = fields;
    expect(formFault(form)).toBe(fault);
  });
});
