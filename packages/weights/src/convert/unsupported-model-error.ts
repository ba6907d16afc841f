/** A readable TFLite model that uses something the converter does not know. */
export class UnsupportedModelError extends Error {
  override readonly name = 'UnsupportedModelError';
  readonly fileId: string;
  /** Operator that cannot be converted, such as `TANH` or `CUSTOM:Name`; null when a tensor is the reason. */
  readonly operator: string | null;

  constructor(fileId: string, operator: string | null, reason: string) {
    super(`${fileId}: ${operator === null ? '' : `operator ${operator}: `}${reason}`);
    this.fileId = fileId;
    this.operator = operator;
  }
}
