"""From a parsed document to what it states: a pure function, no model, no clock, no input or output (design notes, section 10).

``read.read`` is the door; nothing is imported here, so that whoever only asks for an attribute does not load the grammar.
"""
