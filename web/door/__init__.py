"""Who may look and act: phones, their invitations and their cookies."""
