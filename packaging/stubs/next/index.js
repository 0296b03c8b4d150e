// Empty: see the description in package.json.
