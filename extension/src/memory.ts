// What a person chose last, per workspace root; kept in the window's storage.
import type { Memento } from 'vscode';
import type { Launch } from './launch';
import { used } from './order';

export class Memory {
    constructor(private readonly storage: Memento) {}

    launch(root: string, target: string): Launch {
        return this.storage.get<Launch>(`launch ${root} ${target}`, { args: [], env: {} });
    }

    setLaunch(root: string, target: string, launch: Launch): Thenable<void> {
        return this.storage.update(`launch ${root} ${target}`, launch.args.length > 0 || Object.keys(launch.env).length > 0 ? launch : undefined);
    }

    recent(root: string, topic: string): string[] {
        return this.storage.get<string[]>(`recent ${root} ${topic}`, []);
    }

    remember(root: string, topic: string, value: string): Thenable<void> {
        return this.storage.update(`recent ${root} ${topic}`, used(this.recent(root, topic), value));
    }
}
