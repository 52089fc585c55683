import type { Browser, BrowserContext, BrowserServer, Page } from "playwright-core";

export interface Seat {
  readonly width?: number;
  readonly height?: number;
  /** Added to the address of the page: `device`, `dark`, `dir`, `note`, `mode`. */
  readonly words?: Readonly<Record<string, string>>;
  /** Whether the person asked their system for less motion. */
  readonly reduced?: boolean;
}

export interface Person {
  readonly page: Page;
  errors(): Promise<readonly string[]>;
  reload(): Promise<void>;
  open(path: string): Promise<void>;
  drag(path: string, folder: string): Promise<void>;
  menu(path: string): Promise<void>;
  sees(path: string): Promise<void>;
  seesNoMore(path: string): Promise<void>;
  command(letters: string): Promise<void>;
  run(id: string): Promise<void>;
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
  click(words: string): Promise<void>;
  fill(label: string, text: string): Promise<void>;
  says(words: string): Promise<void>;
  notices(): Promise<readonly string[]>;
  status(): Promise<string>;
  settings(): Promise<void>;
  shot(file: string): Promise<unknown>;
  leave(): Promise<void>;
}

export function openBrowser(): Promise<Browser>;
export function serveBrowser(): Promise<BrowserServer>;
export function reachBrowser(endpoint: string): Promise<Browser>;
export function sitDown(browser: Browser | BrowserContext, url: string, seat?: Seat): Promise<Person>;
export function makeActing(person: Person): Promise<void>;
