import { expect, it } from 'vitest';
import { FlatTable } from './flatbuffer.ts';
import { TfliteFormatError } from './format-error.ts';
import { OPTION_READERS } from './options.ts';

it('gives every option that a file leaves out its default', () => {
  expect(OPTION_READERS.ADD(FlatTable.EMPTY)).toEqual({ activation: 'none' });
  expect(OPTION_READERS.CONCATENATION(FlatTable.EMPTY)).toEqual({ axis: 0, activation: 'none' });
});

it('refuses a window without a stride', () => {
  expect(() => OPTION_READERS.CONV_2D(FlatTable.EMPTY)).toThrow(TfliteFormatError);
});
