"""From settings to the model that is asked, and to what may be spent on it."""

from __future__ import annotations

from forager.ask.budget import Budget
from forager.ask.model import Model
from forager.settings import Settings
from formicaria.ground.errors import ConfigurationRefused

NONE = "none (deterministic mode)"
"""What the service says of itself when it asks no model."""


def model_for(settings: Settings) -> Model | None:
    """The model that the settings name, or None. Raises ConfigurationRefused when what it needs is not installed."""
    if settings.model_provider == "none":
        return None
    from forager.ask import endpoint  # noqa: PLC0415  # an HTTP client, only where a model is set

    if not endpoint.is_installed():
        raise ConfigurationRefused(
            "A model is set and the libraries for it are not installed.",
            remedy="Install formicaria[models], or set FORAGER_MODEL_PROVIDER=none.",
        )
    name = f"{settings.model_name}@{settings.model_version or 'unstated'}"
    opened = endpoint.openai_compatible(settings.model_name, settings.model_url, settings.model_key)
    return endpoint.Endpoint(name, opened, float(settings.model_seconds), settings.model_output_tokens)


def budget_for(settings: Settings) -> Budget:
    """What one job may spend."""
    return Budget(
        settings.model_max_calls,
        settings.model_max_tokens,
        settings.model_max_cost,
        settings.model_input_price,
        settings.model_output_price,
    )


def said_of(model: Model | None) -> str:
    """What the service says of the model it asks: never its address."""
    return NONE if model is None else f"{model.provider}: {model.name}"
