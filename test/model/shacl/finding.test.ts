import { describe, expect, it } from 'vitest';
import { type Finding, isRejected, type Severity } from '../../../src/model/shacl/finding.js';

const finding = (severity: Severity): Finding => ({
  severity,
  focus: 'https://data.example.org/folklore/cbe/item/1',
  constraint: 'MinCount',
  shape: 'https://w3id.org/folklore-ld/shapes/1#label',
  message: 'Less than 1 values',
});

describe('the verdict', () => {
  it('rejects for one violation', () => {
    expect(isRejected([finding('warning'), finding('violation')])).toBe(true);
  });

  it('does not reject for warnings and information, or for nothing', () => {
    expect(isRejected([finding('warning'), finding('info')])).toBe(false);
    expect(isRejected([])).toBe(false);
  });
});
