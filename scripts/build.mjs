// Installs and builds, and starts nothing: for images.
import { ensureWorkspace } from './workspace.mjs';

ensureWorkspace();
