import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
    js.configs.recommended,
    ...tseslint.configs.strictTypeChecked,
    {
        files: ['**/*.ts'],
        languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
        rules: {
            eqeqeq: 'error',
            '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
            '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
        },
    },
    // node:test's describe and it return promises that nobody waits for.
    { files: ['**/test/**/*.ts'], rules: { '@typescript-eslint/no-floating-promises': 'off' } },
    { ignores: ['**/dist/**', '**/*.mjs'] },
);
