import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawPage } from './page.ts';
import type { EvaluationReport } from './report.ts';

/** Where a report was written. */
export interface ReportPaths {
  readonly json: string;
  readonly html: string;
}

/** Writes report.json and report.html into a folder, which is made when it is missing. */
export async function writeReport(report: EvaluationReport, dir: string): Promise<ReportPaths> {
  const paths = { json: join(dir, 'report.json'), html: join(dir, 'report.html') };
  await mkdir(dir, { recursive: true });
  await writeFile(paths.json, `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(paths.html, drawPage(report));
  return paths;
}
