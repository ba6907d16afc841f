import type { TestOrganization, TestService } from './test-service.ts';

/** Opens a verification session as an organization's server does. */
export async function openSession(
  service: TestService,
  { apiKey }: Pick<TestOrganization, 'apiKey'>,
  body: Record<string, unknown> = {},
): Promise<{ session_id: string; token: string; expires_at: string }> {
  const response = await service.inject({
    method: 'POST',
    url: '/api/v1/sessions',
    headers: { 'x-api-key': apiKey },
    payload: body,
  });
  if (response.statusCode !== 201) throw new Error(response.body);
  return response.json().data;
}
