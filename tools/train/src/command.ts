import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadManifests } from '@vivant/engine/models';
import type { Nets } from '@vivant/engine/nets/nets';
import { UsageError } from '@vivant/evaluate/arguments';
import { DatasetError, readDataset } from '@vivant/evaluate/dataset/dataset';
import type { Progress } from '@vivant/evaluate/progress';
import { parseArguments, type TrainArguments, USAGE } from './arguments.ts';
import { readEarlierFits } from './earlier-fits.ts';
import { createFolderCache, noCache } from './feature-cache.ts';
import { coefficientsFile, type FusionRecipe } from './fit-fusion.ts';
import { type SequenceRecipe, sequenceFile } from './fit-sequence.ts';
import { renderModelCard } from './model-card.ts';
import { assessSufficiency } from './sufficiency.ts';
import { keptText, summaryText } from './summary-text.ts';
import { type Trained, type TrainOptions, train } from './train.ts';

/** What the command works with; the process in main.ts. */
export interface CommandTools {
  readonly modelsDir: string;
  readonly recipes: readonly FusionRecipe[];
  readonly sequenceRecipes: readonly SequenceRecipe[];
  readonly openNets: () => Promise<Nets>;
  readonly readVideo: TrainOptions['readVideo'];
  readonly encodeCall: TrainOptions['encodeCall'];
  readonly progress: Progress;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
}

/** Runs the command with its arguments (without node and the script) and returns the exit code. */
export async function runTrainCommand(argv: readonly string[], tools: CommandTools): Promise<0 | 1 | 2> {
  try {
    const args = parseArguments(argv);
    if (args === 'help') tools.print(USAGE);
    else await trainAndWrite(args, tools);
    return 0;
  } catch (error) {
    tools.progress.clear();
    if (error instanceof UsageError) {
      tools.printError(`${error.message}\n\n${USAGE}`);
      return 2;
    }
    tools.printError(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

async function trainAndWrite(args: TrainArguments, tools: CommandTools): Promise<void> {
  const recipes = pickRecipes(args.recipes, tools.recipes);
  const modelsDir = args.modelsDir ?? tools.modelsDir;
  const manifests = await loadManifests(modelsDir);
  const dataset = await readDataset(args.dataDir);
  const { canTrain, text } = assessSufficiency(dataset.rows);
  if (!canTrain) throw new DatasetError(text);
  tools.print(`${text}\n`);
  const { variations, seed } = args;
  const trained = await train({
    dataset,
    nets: await tools.openNets(),
    recipes,
    sequenceRecipes: tools.sequenceRecipes,
    manifests,
    earlier: await readEarlierFits(modelsDir, {
      fusions: recipes.map(coefficientsFile),
      sequences: tools.sequenceRecipes.map(sequenceFile),
    }),
    variations,
    seed,
    readVideo: tools.readVideo,
    encodeCall: tools.encodeCall,
    cache: args.cacheDir === null ? noCache : createFolderCache(args.cacheDir),
    onProgress: (text) => tools.progress.show(text),
  });
  tools.progress.clear();
  if (!args.isDryRun) await writeTrained(modelsDir, trained);
  tools.print(keptText(trained) + summaryText(trained));
}

function pickRecipes(ids: readonly string[], known: readonly FusionRecipe[]): readonly FusionRecipe[] {
  if (ids.length === 0) return known;
  return ids.map((id) => {
    const recipe = known.find((candidate) => candidate.id === id);
    if (recipe) return recipe;
    throw new UsageError(`unknown recipe ${id}; known recipes: ${known.map((r) => r.id).join(', ')}`);
  });
}

async function writeTrained(dir: string, { fusions, sequences }: Trained): Promise<void> {
  for (const { recipe, coefficients } of sequences) {
    await writeFile(join(dir, sequenceFile(recipe)), `${JSON.stringify(coefficients)}\n`);
  }
  for (const { recipe, coefficients, manifests } of fusions) {
    await writeFile(join(dir, coefficientsFile(recipe)), `${JSON.stringify(coefficients)}\n`);
    for (const manifest of manifests) {
      await writeFile(join(dir, `${manifest.id}.model.json`), `${JSON.stringify(manifest, null, 2)}\n`);
      await writeFile(join(dir, `${manifest.id}.card.md`), renderModelCard(manifest, recipe.signals));
    }
  }
}
