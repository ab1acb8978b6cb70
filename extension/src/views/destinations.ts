// The Destinations view: simulators and devices with their state. Its inline actions are the tools' own commands.
import * as vscode from 'vscode';
import type { Engine } from '../engine';
import type { Destination } from '../protocol';
import { currentRoot } from '../root';
import { destinationIcon } from '../rows';

interface Node { destination: Destination; root: string; arguments: Record<string, string> }

export function registerDestinationsView(context: vscode.ExtensionContext, engine: Engine): void {
    const changed = new vscode.EventEmitter<undefined>();
    const provider: vscode.TreeDataProvider<Node> = {
        onDidChangeTreeData: changed.event,
        getTreeItem: treeItem,
        getChildren: async () => {
            const root = currentRoot(engine);
            if (!root || !root.trusted) {
                return [];
            }
            const { destinations, simulated, error } = await engine.destinations(root.root);
            view.message = error ?? (simulated ? 'Simulated: there is no Xcode here, so these are stand-ins.' : '');
            return destinations.map(d => ({ destination: d, root: root.root, arguments: d.kind === 'device' ? { deviceId: d.id } : { simulatorId: d.id } }));
        },
    };
    const view = vscode.window.createTreeView('bazelApple.destinations', { treeDataProvider: provider });
    const redraw = (): void => { changed.fire(undefined); };
    // A call may have booted, shut down or paired something; one that only reads has not.
    const called = async (name: string): Promise<void> => {
        if (view.visible && (await engine.tool(name).catch(() => undefined))?.annotations.readOnlyHint === false) {
            redraw();
        }
    };
    context.subscriptions.push(
        changed, view, engine.onCalled(name => void called(name)), engine.onChange(redraw), vscode.commands.registerCommand('bazelApple.refreshDestinations', redraw),
        vscode.commands.registerCommand('bazelApple.copyDestination', (node?: Node) => node && vscode.env.clipboard.writeText(node.destination.id)),
    );
}

function treeItem({ destination: d, root }: Node): vscode.TreeItem {
    const item = new vscode.TreeItem(d.name);
    item.id = `${root} ${d.id}`;
    item.description = [d.os, d.state, d.default ? 'default' : '', d.holder ? `used by ${d.holder}` : ''].filter(Boolean).join(' · ');
    item.tooltip = `${d.name}\n${d.id}`;
    const on = d.state === 'Booted' || d.state === 'connected';
    item.iconPath = new vscode.ThemeIcon(destinationIcon(d.kind), on ? new vscode.ThemeColor('testing.iconPassed') : undefined);
    item.contextValue = `${d.kind} ${d.state ?? ''}`;
    item.accessibilityInformation = { label: [d.name, d.os, d.state].filter(Boolean).join(', ') };
    return item;
}
