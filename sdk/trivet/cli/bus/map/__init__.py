"""`trivet bus map`: a service as a picture that stands alone, or on tiles."""
