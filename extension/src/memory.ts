// What a person chose last, per workspace root; kept in the window's storage.
import type { Memento } from 'vscode';
import { used } from './order';

export class Memory {
    constructor(private readonly storage: Memento) {}

    recent(root: string, topic: string): string[] {
        return this.storage.get<string[]>(`recent ${root} ${topic}`, []);
    }

    remember(root: string, topic: string, value: string): Thenable<void> {
        return this.storage.update(`recent ${root} ${topic}`, used(this.recent(root, topic), value));
    }
}
