/** A form as it is sent, the same bytes in every attempt. */
export interface Form {
  readonly contentType: string;
  readonly body: Blob;
}

/** A file of a form. */
export interface FormFile {
  readonly name: string;
  readonly content: Blob;
}

/**
 * Writes a multipart/form-data body (RFC 7578). `FormData` would make a new boundary, in some browsers of another
 * length, for each attempt, and the service takes that for another request. Files are referred to, not copied.
 */
export function createForm(
  parts: readonly (readonly [name: string, value: string | FormFile | null | undefined])[],
  boundaryId: string,
): Form {
  const boundary = `vivant-${boundaryId}`;
  const pieces: (string | Blob)[] = [];
  for (const [name, value] of parts) {
    if (value === null || value === undefined) continue;
    const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`;
    if (typeof value === 'string') pieces.push(`${disposition}\r\n\r\n${value}\r\n`);
    else {
      const type = value.content.type || 'application/octet-stream';
      pieces.push(`${disposition}; filename="${quoted(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`);
      pieces.push(value.content, '\r\n');
    }
  }
  pieces.push(`--${boundary}--\r\n`);
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: new Blob(pieces) };
}

/** As browsers write names: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
function quoted(name: string): string {
  return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
}
