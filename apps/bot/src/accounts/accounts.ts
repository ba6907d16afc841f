import { createHash, randomBytes } from 'node:crypto';
import { ApiError } from '@vivant/service-kit/api-error';
import type { Clock } from '@vivant/service-kit/clock';
import type { Database } from '@vivant/service-kit/database';
import { isUniqueViolation } from '@vivant/service-kit/database-errors';
import type { IdGenerator } from '@vivant/service-kit/ids';
import { and, eq, gt, lt } from 'drizzle-orm';
import { hashPassword, isPassword } from './password-hash.ts';
import { botSignIns, botUsers } from './users-table.ts';

/** Someone who is signed in. */
export interface SignedInUser {
  readonly email: string;
  readonly name: string;
  readonly organizationId: number;
}

/** A browser that has signed in. */
export interface SignIn {
  /** What the cookie carries; known this one time. */
  readonly token: string;
  readonly expiresAt: Date;
  readonly user: SignedInUser;
}

/** A user about to be created. */
export interface NewUser extends SignedInUser {
  readonly password: string;
}

/** Users and the browsers they have signed in with. */
export interface Accounts {
  /** @throws EmailTakenError */
  create(user: NewUser): Promise<void>;
  /** Replaces a password and signs all browsers of the user out; returns false when there is no such user. */
  changePassword(email: string, password: string): Promise<boolean>;
  /** @throws ApiError `not_signed_in` when email and password do not belong together */
  signIn(email: string, password: string): Promise<SignIn>;
  find(token: string): Promise<SignedInUser | undefined>;
  signOut(token: string): Promise<void>;
  /** Forgets what has expired. */
  sweep(): Promise<void>;
}

/** A user with the email exists. */
export class EmailTakenError extends Error {
  override readonly name = 'EmailTakenError';
}

export interface AccountsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: IdGenerator;
}

const TOKEN_BYTES = 32;

/** A working day, so that nobody signs in twice on one; not a week, since the pages show who was judged. */
const SIGN_IN_TTL_MS = 12 * 60 * 60 * 1000;

/** Builds the accounts. */
export function createAccounts({ database, clock, newId }: AccountsOptions): Accounts {
  const { db } = database;
  let nobody: Promise<string> | undefined;

  /** Guessing for an unknown email takes as long as for a known one. */
  function hashOfNobody(): Promise<string> {
    nobody ??= hashPassword(randomBytes(TOKEN_BYTES).toString('hex'));
    return nobody;
  }

  return {
    async create({ email, password, ...user }) {
      const passwordHash = await hashPassword(password);
      const row = { ...user, id: newId(), email: email.toLowerCase(), passwordHash, createdAt: clock.now() };
      try {
        await db.insert(botUsers).values(row);
      } catch (error) {
        if (isUniqueViolation(error)) throw new EmailTakenError('There is a user with this email.');
        throw error;
      }
    },
    async changePassword(email, password) {
      const passwordHash = await hashPassword(password);
      return db.transaction(async (transaction) => {
        const [user] = await transaction
          .update(botUsers)
          .set({ passwordHash })
          .where(eq(botUsers.email, email.toLowerCase()))
          .returning({ id: botUsers.id });
        if (user) await transaction.delete(botSignIns).where(eq(botSignIns.userId, user.id));
        return user !== undefined;
      });
    },
    async signIn(email, password) {
      const [user] = await db.select().from(botUsers).where(eq(botUsers.email, email.toLowerCase()));
      const isRight = await isPassword(password, user?.passwordHash ?? (await hashOfNobody()));
      if (!user || !isRight) throw new ApiError('not_signed_in', 'Email or password is wrong.');
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const createdAt = clock.now();
      const expiresAt = new Date(createdAt.getTime() + SIGN_IN_TTL_MS);
      await db
        .insert(botSignIns)
        .values({ tokenSha256: hashToken(token), userId: user.id, createdAt, expiresAt });
      const { name, organizationId } = user;
      return { token, expiresAt, user: { email: user.email, name, organizationId } };
    },
    async find(token) {
      const { email, name, organizationId } = botUsers;
      const [user] = await db
        .select({ email, name, organizationId })
        .from(botSignIns)
        .innerJoin(botUsers, eq(botUsers.id, botSignIns.userId))
        .where(and(eq(botSignIns.tokenSha256, hashToken(token)), gt(botSignIns.expiresAt, clock.now())));
      return user;
    },
    async signOut(token) {
      await db.delete(botSignIns).where(eq(botSignIns.tokenSha256, hashToken(token)));
    },
    async sweep() {
      await db.delete(botSignIns).where(lt(botSignIns.expiresAt, clock.now()));
    },
  };
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
