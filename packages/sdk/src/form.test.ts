import { describe, expect, it } from 'vitest';
import { createForm } from './form.ts';

function parse({ body, contentType }: ReturnType<typeof createForm>): Promise<FormData> {
  return new Response(body, { headers: { 'content-type': contentType } }).formData();
}

describe('createForm', () => {
  it('is read by others as it was meant', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, value) => value);
    const form = createForm(
      [
        ['metadata', '{"name": "Zoë"}'],
        ['absent', undefined],
        ['video_file', { name: 'clip "1".mp4', content: new Blob([bytes], { type: 'video/mp4' }) }],
      ],
      'x',
    );
    const read = await parse(form);
    expect([...read.keys()]).toEqual(['metadata', 'video_file']);
    expect(read.get('metadata')).toBe('{"name": "Zoë"}');
    const file = read.get('video_file') as File;
    expect(file.type).toBe('video/mp4');
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
  });

  it('keeps line ends and quotes of names out of its heads', async () => {
    const content = new Blob(['x']);
    const text = await createForm([['video', { name: 'a"\r\nb', content }]], 'x').body.text();
    expect(text).toContain('filename="a%22%0D%0Ab"\r\n');
  });
});
