"""The pure planner: a request and a roster in, a plan or a refusal out. No store, no model, no dispatch, no clock."""
